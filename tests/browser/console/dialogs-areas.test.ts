import { walkDialogs } from '../../support/dialogs.ts'

walkDialogs((area) => area !== 'system')
