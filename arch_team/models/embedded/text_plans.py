"""Plans for what rows found by a word of their text come to: per member that came or went, and the rows themselves."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.models.embedded.plan import Cannot, Found, Plan, Say, ToolCall
from arch_team.models.embedded.row_plans import RowPlans
from arch_team.tools.forms import form_arguments

_SHOWN = 50


class TextPlans(RowPlans):
    """Plans on one source in one language."""

    def plan(self, asked: RowsAsked) -> Plan:
        return self._found(asked) if asked.make is RowMake.TEXT_SUM else super().plan(asked)

    def _found(self, asked: RowsAsked) -> Plan:
        """What one row is of is with all that is booked with it; what is spent or earned stands on its members."""
        table = self._table(asked)
        listed = yield self._query(asked, list(asked.fields), next(iter(table.order), None), down=False, limit=_SHOWN)
        if not listed.rows:
            more = [flt for flt in asked.filters if flt["op"] not in ("ILIKE", "BETWEEN")]
            kept = [str(flt["value"]) for flt in more if flt["field"] != MEMBERS]
            if any(flt["field"] == MEMBERS for flt in more):
                kept.append(self.say("those_members"))
            where = self.say("and_with", rest=", ".join(kept)) if kept else ""
            return Cannot(self.say("none_by_text", title=self._title(asked), when=self._when(asked), where=where))
        if asked.levels:
            return (yield from self._moved(asked, listed))
        members = [
            m for m in self.measures.members.values() if m.is_flow and (not asked.flows or m.code in asked.flows)
        ]
        lines, signs = [self.say("listed", title=self._title(asked), when=self._when(asked))], 0
        for sign in (1, -1):
            codes = sorted(member.code for member in members if member.sign == sign)
            if not codes:
                continue
            found = yield self._summed(asked, codes, sign, by_member=True)
            lines += self._lines(found)
            signs += bool(found.rows)
            if len(found.rows) > 1:
                whole = yield self._summed(asked, codes, sign, by_member=False)
                shown = ", ".join(f"{{{{{whole.ref(i, 'amount')}}}}}" for i in range(len(whole.rows)))
                lines.append(self.say("together", figure=shown))
        text = "\n".join(lines)
        if signs < 2 and asked.measure:  # income and costs together would say nothing
            total = yield self._aggregate(asked, "SUM", asked.measure)
            column = f"sum_{asked.measure}"
            shown = ", ".join(f"{{{{{total.ref(i, column)}}}}}" for i in range(len(total.rows)))
            label = next((e for e in self.measures.descriptor.entities if e.field == asked.measure), None)
            name = next(iter(label.labels.of(self.language)), "") if label else ""
            text += "\n" + self.say("rows_come_to", measure=name or self.say("rows"), figure=shown)
        rows = [f"- {self._line(listed, i, list(asked.fields))}" for i in range(len(listed.rows))]
        text += "\n" + "\n".join(rows)
        return Say(f"{text}\n{self.say('cut')}" if listed.truncated else text)

    def _moved(self, asked: RowsAsked, listed: Found) -> Plan:
        """What the rows put on some members with a level, and took off them."""
        role = self.measures.movements
        assert role is not None  # noqa: S101
        names = {role.rise: self.say("rise"), role.fall: self.say("fall")}
        fields = [field for field in asked.fields if field != asked.measure]
        lines = [self.say("listed", title=self._title(asked), when=self._when(asked))]
        lines += [f"- {self._line(listed, i, fields)}" for i in range(len(listed.rows))]
        for by_member in (True, False):
            found = yield self._sides(asked, sorted(asked.levels), by_member=by_member)
            for i in range(len(found.rows)):
                sides = [f"{names[n]} {{{{{found.ref(i, n)}}}}}" for n in names if found.value(i, n)]
                if sides and by_member:
                    name = self.measures.members[found.text(i, "code")].name
                    lines.append(f"- {name} ({{{{{found.ref(i, 'code')}}}}}): {', '.join(sides)}")
                elif sides:
                    lines.append(self.say("together", figure=", ".join(sides)))
            if by_member and len(found.rows) < 2:
                break
        return Say("\n".join([*lines, self.say("cut")] if listed.truncated else lines))

    def _sides(self, asked: RowsAsked, codes: list[str], *, by_member: bool) -> ToolCall:
        role = self.measures.movements
        assert role is not None  # noqa: S101
        sums = [f.Figure(function=Function.SUM, of=f.Column(field=name)) for name in (role.rise, role.fall)]
        code, unit = f.Column(field=role.member), f.Column(field=role.unit)
        own = (f.Output(name="code", value=code),) if by_member else ()
        form = f.Form(
            table=self.measures.movements_table or "",
            outputs=(
                *own,
                f.Output(name=role.unit, value=unit),
                f.Output(name=role.rise, value=sums[0]),
                f.Output(name=role.fall, value=sums[1]),
            ),
            where=(f.Compare(left=code, op=Op.IN, values=tuple(codes)), *self._of_rows(asked)),
            group_by=(code, unit) if by_member else (unit,),
            order_by=(f.Order(by=code if by_member else unit),),
        )
        return ToolCall("aggregateTable", form_arguments(form))

    def _lines(self, found: Found) -> Iterator[str]:
        for i in range(len(found.rows)):
            code = found.text(i, "code")
            name = self.measures.members[code].name
            yield f"- {name} ({{{{{found.ref(i, 'code')}}}}}): {{{{{found.ref(i, 'amount')}}}}}"

    def _summed(self, asked: RowsAsked, codes: list[str], sign: int, *, by_member: bool) -> ToolCall:
        """What came and went on some members, of the rows that are meant."""
        role = self.measures.movements
        assert role is not None  # noqa: S101
        rise, fall = (f.Figure(function=Function.SUM, of=f.Column(field=name)) for name in (role.rise, role.fall))
        amount = f.Arithmetic(operation="difference", left=rise if sign > 0 else fall, right=fall if sign > 0 else rise)
        code, unit = f.Column(field=role.member), f.Column(field=role.unit)
        own = (f.Output(name="code", value=code),) if by_member else ()
        form = f.Form(
            table=self.measures.movements_table or "",
            outputs=(*own, f.Output(name=role.unit, value=unit), f.Output(name="amount", value=amount)),
            where=(f.Compare(left=code, op=Op.IN, values=tuple(codes)), *self._of_rows(asked)),
            group_by=(code, unit) if by_member else (unit,),
            order_by=(f.Order(by=amount, descending=True),),
        )
        return ToolCall("aggregateTable", form_arguments(form))

    def _of_rows(self, asked: RowsAsked) -> Iterator[f.Condition]:
        """The filters of the rows, said of their movements."""
        role = self.measures.movements
        assert role is not None  # noqa: S101
        rows = role.date.rpartition(".")[0]
        moving = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        relations = self.measures.descriptor.relations
        relation = next(r for r in relations if r.from_entity == moving.name and r.to_entity == asked.table)
        [(link, _)] = relation.joins
        for flt in asked.filters:
            values = flt.get("value")
            if flt["field"] == MEMBERS:
                inner = f.Form(
                    table=moving.python_class or "",
                    outputs=(f.Output(name="key", value=f.Column(field=link)),),
                    where=(f.Compare(left=f.Column(field=role.member), op=Op.IN, values=tuple(values)),),  # type: ignore[arg-type]
                )
                yield f.Member(left=f.Column(field=link), form=inner)
                continue
            left = self._path(f"{rows}.{flt['field']}")
            if isinstance(values, list):
                yield f.Compare(left=left, op=Op(str(flt["op"])), values=tuple(values))  # type: ignore[arg-type]
            else:
                yield f.Compare(left=left, op=Op(str(flt["op"])), right=f.Given(value=values))  # type: ignore[arg-type]
