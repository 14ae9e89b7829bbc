import { entities } from '#contract/index.ts'
import { auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { nameActs } from '#contract/log/audit-acts.ts'

nameActs(entities)

/** What an audit entry can be about, and what can have been done. The build replaces this file by its values (tools/constant-data.ts). */
export const auditChoices = { objects: auditObjects, verbs: auditVerbs }
