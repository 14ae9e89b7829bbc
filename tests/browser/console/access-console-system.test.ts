import { walkConsole } from '../../support/access-console.ts'

walkConsole('system')
