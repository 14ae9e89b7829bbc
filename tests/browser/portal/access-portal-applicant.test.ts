import { walkPortal } from '../../support/access-portal.ts'

walkPortal('applicant')
