import type { Text } from '#contract/kit/text.ts'
import { type Holder, stageOf } from '#contract/project/stages.ts'

/** Who processes a declaration, for its declarant. */
const holders: Record<Holder, Text> = {
  enterprise: ['由贵单位办理', 'With your organisation'],
  operator: ['由运营商填写', 'With the operator'],
  city: ['由地市工信部门办理', 'With the city office'],
  province: ['由省工信部门与省通信管理局办理', 'With the provincial offices'],
  expert: ['由专家评审', 'With the experts'],
  platform: ['由平台办理公示', 'On public notice'],
  reviewer: ['由审核部门办理', 'With the reviewing office'],
  nobody: ['已办结', 'Finished'],
}

/** Who processes a declaration in this stage; `office` is that of a further review. */
export const holderOf = (stage: number | null, office: string | null): Text =>
  office ? [`由${office}办理`, `With: ${office}`] : holders[stageOf(stage).holder]
