import { walkConsole } from '../../support/access-console.ts'

walkConsole('other areas')
