"""Data that people bring along: uploaded files and connected databases, per tenant and mandate."""
