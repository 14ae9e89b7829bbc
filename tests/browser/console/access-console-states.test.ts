import { walkConsole } from '../../support/access-console.ts'

walkConsole('states')
