import { describeDialogs } from '../../support/dialogs.ts'

describeDialogs((area) => area !== 'system')
