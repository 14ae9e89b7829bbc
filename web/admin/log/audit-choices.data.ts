import { entities } from '#contract/index.ts'
import { auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { nameActs } from '#contract/log/audit-acts.ts'

const own = auditVerbs.length
nameActs(entities)

/** What an audit entry can be about, and what can have been done besides what its declaration names. The build replaces this file by its values (tools/constant-data.ts). */
export const auditChoices = { objects: auditObjects, verbs: auditVerbs.slice(own) }
