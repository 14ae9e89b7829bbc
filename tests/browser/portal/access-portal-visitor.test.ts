import { describePortalAccess } from '../../support/access-portal.ts'

describePortalAccess('visitor')
