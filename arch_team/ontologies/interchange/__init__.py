"""Semantic models in and out: Apache Ossie both ways, dbt and Snowflake in. What cannot be carried over is listed."""
