import type { AnyEntity } from '#contract/kit/entity.ts'
import { audit } from '#contract/log/audit.ts'

const { before: _before, after: _after, ...summaryFields } = audit.fields

/** The audit without its snapshots (`before`, `after`), which would make pages large. */
export const lineEntity = { ...audit, fields: summaryFields } as unknown as AnyEntity
