import { walkPortal } from '../../support/access-portal.ts'

walkPortal('visitor')
