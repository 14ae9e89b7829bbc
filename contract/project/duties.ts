import { type StageCode, stagesWith } from './stages.ts'

/** What a person does with declarations in one stage. */
export interface Duty {
  readonly stage: StageCode
  /** Permission that the next action at this stage requires. */
  readonly perm: string
  /** Who has the duty: the declarant, the invited operator, or anybody who reviews. */
  readonly by: 'owner' | 'invited' | 'reviewer'
}

/** Every duty. The rules that decide which declarations wait for a person are in server/project/review/waiting.ts. */
export const duties: readonly Duty[] = [
  { stage: 70, perm: 'declaration_submit', by: 'owner' },
  { stage: 0, perm: 'declaration_submit', by: 'owner' },
  { stage: 90, perm: 'declaration_submit', by: 'owner' },
  { stage: 5, perm: 'declaration_confirm', by: 'invited' },
  { stage: 10, perm: 'declaration_city', by: 'reviewer' },
  { stage: 20, perm: 'declaration_city', by: 'reviewer' },
  { stage: 30, perm: 'declaration_province', by: 'reviewer' },
  { stage: 40, perm: 'declaration_score', by: 'reviewer' },
  { stage: 40, perm: 'declaration_decide', by: 'reviewer' },
  { stage: 50, perm: 'declaration_publish', by: 'reviewer' },
  ...stagesWith(({ isFurtherReview }) => isFurtherReview === true).map(
    (stage) => ({ stage, perm: 'declaration_review', by: 'reviewer' }) as const,
  ),
]
