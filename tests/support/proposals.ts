import { batchScores } from '#contract/project/batch-scores.ts'
import { type Proposals, decisionProposal as proposal } from '#contract/project/decision-proposal.ts'
import { versionsText } from '#contract/row-results.ts'
import { addBatch, insertMembers, openOnlyWindow } from './batches.ts'
import { waitForJob } from './jobs.ts'
import type { Caller, Platform } from './platform.ts'
import type { Review } from './review.ts'

type Score = number | null

/** A batch under review whose members are decided on from its table, by two persons unless a test says otherwise. */
export const openTable = async (platform: Platform, review: Review, decidedByTwo: 0 | 1 = 1) => {
  const templateId = await openOnlyWindow(platform, '提案窗口', { decidedByTwo })
  const batchId = await addBatch(review.person('office'), templateId)
  await platform.db.updateTable('batch').set({ batchState: 4 }).where('id', '=', batchId).execute()
  const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id)
  const insert = (...members: readonly (readonly [name: string, ...scores: Score[]])[]): Promise<string[]> =>
    insertMembers(
      platform.db,
      members.map(([projectName, ...scores]) => ({
        ...{ batchId, templateId, projectName },
        scores: scores.map((score, i) => [String(experts[i]), score] as const),
      })),
    )
  const read = (by: Caller): Promise<Proposals> => by.get(proposal.read, { batchId })
  const versions = async (by: Caller) => versionsText((await by.get(batchScores.read, { batchId })).members)
  /** Proposes to approve the best two, as its caller sees the members now. */
  const propose = async (by: Caller, input: object = {}) =>
    by.ask(proposal.propose, {
      ...{ batchId, by: 'count', at: 2, comment: '未达到本批次入选要求。', versions: await versions(by) },
      ...input,
    } as never)
  /** Proposes, which must succeed; resolves to the id. */
  const proposed = async (by: Caller, input: object = {}): Promise<string> => {
    const answer = await propose(by, input)
    if (!answer.success) throw new Error(`${answer.msg} ${JSON.stringify(answer.faults)}`)
    return String((await read(by)).waiting?.id)
  }
  /** Confirms, and waits until all decisions are made. */
  const confirmed = async (by: Caller, id: string) =>
    waitForJob(by, String((await by.get(proposal.confirm, { id })).id))
  /** Stages by project, in the order of their names. */
  const stages = async () => {
    const rows = await platform.db
      .selectFrom('declaration')
      .select(['projectName', 'declareStatus'])
      .where('templateId', '=', templateId)
      .orderBy('id')
      .execute()
    return rows.map(({ projectName, declareStatus }) => `${projectName}${declareStatus}`).join(' ')
  }
  return { batchId, templateId, experts, insert, read, versions, propose, proposed, confirmed, stages }
}

export type Table = Awaited<ReturnType<typeof openTable>>
