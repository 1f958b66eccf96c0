from arch_team.console.app import main

main()
