import type { Text } from './kit/text.ts'

/** What every place says where something is entered or uploaded: the platform is no classified system. */
export const secrecyNotice: Text = [
  '本平台为非涉密平台，严禁填报、上传涉密信息',
  'This is not a classified system: do not enter or upload classified information',
]

/** The mark of a field or file that holds a trade secret. */
export const tradeSecretMark: Text = ['商业秘密（不公开）', 'Trade secret (not published)']
