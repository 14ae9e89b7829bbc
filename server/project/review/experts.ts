import type { Expert } from '#contract/project/status.ts'
import type { Ctx } from '../../engine/context.ts'
import { type Naming, nameablePeople } from '../../flow/named-people.ts'

/** The task of an expert, who sees the declaration because it is assigned to them. */
export const scoring: Naming = {
  ...{ businessTable: 'declaration', businessId: null, startUser: null, excluded: [] },
  moves: ['score'],
  role: 'expert',
}

/** People with the role `expert` who may score, and so can be assigned to a review; 500 at most. */
export const listExperts = async (ctx: Ctx): Promise<Expert[]> =>
  (await nameablePeople(ctx, scoring, '', 500)).map(({ id, realName, account }) => ({ id, realName, account }))
