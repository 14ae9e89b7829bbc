import { describeConsoleAccess } from '../../support/access-console.ts'

describeConsoleAccess('other pages')
