import type { Text } from '#contract/kit/text.ts'
import type { Holder } from '#contract/project/stages.ts'

/** Who processes a declaration, for its declarant. */
export const holders: Record<Holder, Text> = {
  enterprise: ['由贵单位办理', 'With your organisation'],
  operator: ['由运营商填写', 'With the operator'],
  city: ['由地市工信部门办理', 'With the city office'],
  province: ['由省工信部门与省通信管理局办理', 'With the provincial offices'],
  expert: ['由专家评审', 'With the experts'],
  platform: ['由平台办理公示', 'On public notice'],
  nobody: ['已办结', 'Finished'],
}
