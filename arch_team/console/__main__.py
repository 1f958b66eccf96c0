from arch_team.console.app import run

run()
