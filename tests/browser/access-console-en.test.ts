import { walkConsole } from '../support/access-console.ts'

walkConsole('en')
