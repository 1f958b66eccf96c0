"""The page's modules are served as one script that does what they do."""

from pathlib import Path

import pytest

from arch_team.server.page_bundle import BundleFault, bundled


def made(folder: Path, **modules: str) -> str:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return bundled(folder / "app.js")


def test_each_module_stands_once_behind_what_it_needs(tmp_path: Path) -> None:
    script = made(
        tmp_path,
        app='import { one } from "./a.js";\nimport { two as second } from "./b.js";\nconsole.log(one, second());\n',
        a="export const one = 1;\n",
        b='import {\n  one,\n} from "./a.js";\nexport function two() {\n  return one + 1;\n}\n',
    )
    assert script.count("const one = 1;") == 1
    assert script.index("const one") < script.index("function two") < script.index("console.log")
    assert "{ two: second }" in script
    assert "import" not in script
    assert "export" not in script


@pytest.mark.parametrize(
    ("modules", "told"),
    [
        ({"app": 'import { b } from "./b.js";\n', "b": 'import { a } from "./app.js";\n'}, "needs itself"),
        ({"app": "export default 1;\n"}, "is not understood"),
        ({"app": 'import * as all from "./b.js";\n'}, "is not understood"),
    ],
)
def test_what_cannot_be_put_together_is_said(tmp_path: Path, modules: dict[str, str], told: str) -> None:
    with pytest.raises(BundleFault, match=told):
        made(tmp_path, **modules)
