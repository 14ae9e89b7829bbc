import type { Text } from '../kit/text.ts'

/** Names of the parts of a declaration by code, in the order of the task list; apart from their fields, which the audit log does not need. */
export const partLabels = {
  information: ['项目信息', 'Project'],
  contact: ['单位与联系人', 'Contacts'],
  factory: ['工厂信息', 'Factory'],
  facilities: ['5G设施与边缘计算', '5G facilities and edge'],
  innovation: ['创新应用', 'Innovative applications'],
  protection: ['保障措施', 'Safeguards'],
  implementation: ['实施情况', 'Implementation'],
  material: ['证明材料', 'Supporting documents'],
} as const satisfies Readonly<Record<string, Text>>

/** The name of the file of a declaration on paper. */
export const paperFile = (project: string): Text => [`${project}-申报书.pdf`, `${project}-declaration.pdf`]
