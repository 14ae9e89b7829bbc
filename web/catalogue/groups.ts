import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { ButtonSamples } from './groups/button-samples.tsx'
import { ChoiceSamples } from './groups/choice-samples.tsx'
import { DateSamples } from './groups/date-samples.tsx'
import { DialogSamples } from './groups/dialog-samples.tsx'
import { FileSamples } from './groups/file-samples.tsx'
import { FrameSamples } from './groups/frame-samples.tsx'
import { MessageSamples } from './groups/message-samples.tsx'
import { NavigationSamples } from './groups/navigation-samples.tsx'
import { ProgressSamples } from './groups/progress-samples.tsx'
import { TableSamples } from './groups/table-samples.tsx'
import { TextInputSamples } from './groups/text-input-samples.tsx'
import { TreeSamples } from './groups/tree-samples.tsx'

interface Group {
  /** Its name in the address. */
  readonly name: string
  readonly title: Text
  readonly shows: () => ReactNode
}

/** The groups of the catalogue, in order. */
export const groups: readonly Group[] = [
  { name: 'buttons', title: ['按钮与链接', 'Buttons and links'], shows: ButtonSamples },
  { name: 'text-inputs', title: ['文本输入', 'Text inputs'], shows: TextInputSamples },
  { name: 'choices', title: ['选择', 'Choices'], shows: ChoiceSamples },
  { name: 'dates', title: ['日期', 'Dates'], shows: DateSamples },
  { name: 'files', title: ['文件', 'Files'], shows: FileSamples },
  { name: 'messages', title: ['消息与状态', 'Messages and states'], shows: MessageSamples },
  { name: 'dialogs', title: ['对话框', 'Dialogs'], shows: DialogSamples },
  { name: 'navigation', title: ['导航', 'Navigation'], shows: NavigationSamples },
  { name: 'tables', title: ['表格', 'Tables'], shows: TableSamples },
  { name: 'trees', title: ['树', 'Trees'], shows: TreeSamples },
  { name: 'progress', title: ['进度', 'Progress'], shows: ProgressSamples },
  { name: 'frame', title: ['管理端框架', 'Frame of the console'], shows: FrameSamples },
]
