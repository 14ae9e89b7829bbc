import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Alignment } from '#contract/rich-text.ts'
import { acceptOf, drawnPictures } from '#contract/storage/file-formats.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkIcon, MinusIcon, Redo2Icon, Undo2Icon } from '#web/ui/icons.ts'
import {
  BoldIcon,
  ImageIcon,
  ItalicIcon,
  ListIcon,
  ListOrderedIcon,
  StrikethroughIcon,
  TableIcon,
  TextAlignCenterIcon,
  TextAlignEndIcon,
  TextAlignStartIcon,
  UnderlineIcon,
} from '#web/ui/later-icons.ts'
import { align, isAligned } from './rich-text-alignment.ts'
import css from './rich-text-editor.module.css'
import { LinkBar } from './rich-text-link.tsx'
import { changeTable, insertTable, type TableChange } from './rich-text-table.ts'

const tableChanges: readonly (readonly [TableChange, Text])[] = [
  ['addRowAfter', ['下方加行', 'Add row below']],
  ['addColumnAfter', ['右侧加列', 'Add column to the right']],
  ['deleteRow', ['删除行', 'Delete row']],
  ['deleteColumn', ['删除列', 'Delete column']],
  ['deleteTable', ['删除表格', 'Delete table']],
]

/** Actions on the table that contains the cursor. */
const TableBar = ({ editor }: { editor: Editor }) => {
  const t = useLocalize()
  return (
    <fieldset className={css.table}>
      <legend className="hidden-words">{t(['表格', 'Table'])}</legend>
      {tableChanges.map(([change, label]) => (
        <Button key={change} kind="link" onClick={() => changeTable(editor, change)}>
          {t(label)}
        </Button>
      ))}
    </fieldset>
  )
}

type Chain = ReturnType<Editor['chain']>

interface Tool {
  readonly name: string
  readonly label: Text
  readonly sign: ReactNode
  readonly act: (chain: Chain) => Chain
  /** Whether the format is active at the cursor; absent for one-time actions. */
  readonly on?: (editor: Editor) => boolean
}

/** A format that a tool switches on and off. */
const format = (name: string, label: Text, sign: ReactNode, act: Tool['act']): Tool => ({
  name,
  label,
  sign,
  act,
  on: (editor) => editor.isActive(name),
})
const heading = (level: 2 | 3 | 4, label: Text): Tool => ({
  name: `h${level}`,
  label,
  sign: <b>H{level - 1}</b>,
  act: (chain) => chain.toggleHeading({ level }),
  on: (editor) => editor.isActive('heading', { level }),
})

const alignTo = (value: Alignment | null, label: Text, sign: ReactNode): Tool => ({
  name: `align-${value}`,
  label,
  sign,
  act: (chain) => align(chain, value),
  on: (editor) => isAligned(editor, value),
})

const tools: readonly (readonly Tool[])[] = [
  [heading(2, ['一级标题', 'Heading 1']), heading(3, ['二级标题', 'Heading 2']), heading(4, ['三级标题', 'Heading 3'])],
  [
    format('bold', ['加粗', 'Bold'], <BoldIcon />, (chain) => chain.toggleBold()),
    format('italic', ['斜体', 'Italic'], <ItalicIcon />, (chain) => chain.toggleItalic()),
    format('underline', ['下划线', 'Underline'], <UnderlineIcon />, (chain) => chain.toggleUnderline()),
    format('strike', ['删除线', 'Strikethrough'], <StrikethroughIcon />, (chain) => chain.toggleStrike()),
  ],
  [
    alignTo(null, ['左对齐', 'Align left'], <TextAlignStartIcon />),
    alignTo('center', ['居中', 'Centre'], <TextAlignCenterIcon />),
    alignTo('right', ['右对齐', 'Align right'], <TextAlignEndIcon />),
  ],
  [
    format('bulletList', ['项目符号列表', 'Bulleted list'], <ListIcon />, (chain) => chain.toggleBulletList()),
    format('orderedList', ['编号列表', 'Numbered list'], <ListOrderedIcon />, (chain) => chain.toggleOrderedList()),
    format('blockquote', ['引用', 'Quote'], <b aria-hidden="true">”</b>, (chain) => chain.toggleBlockquote()),
    {
      name: 'line',
      label: ['分隔线', 'Horizontal line'],
      sign: <MinusIcon />,
      act: (chain) => chain.setHorizontalRule(),
    },
  ],
]

const historyTools: readonly Tool[] = [
  { name: 'undo', label: ['撤销', 'Undo'], sign: <Undo2Icon />, act: (chain) => chain.undo() },
  { name: 'redo', label: ['重做', 'Redo'], sign: <Redo2Icon />, act: (chain) => chain.redo() },
]

/** Left and right move between the buttons, so that the toolbar is a single tab stop. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (!step || at < 0) return
  event.preventDefault()
  const next = buttons[(at + step + buttons.length) % buttons.length] as HTMLButtonElement
  for (const button of event.currentTarget.querySelectorAll('button')) button.tabIndex = button === next ? 0 : -1
  next.focus()
}

interface Props {
  readonly editor: Editor
  /** Whether a picture is uploading. */
  readonly busy: boolean
  readonly takePictures: (files: readonly File[]) => void
}

interface ToolButtonProps {
  readonly label: Text
  readonly on?: boolean | undefined
  readonly first?: boolean
  readonly busy?: boolean
  readonly off?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

const ToolButton = ({ label, on, first = false, busy = false, off = false, onPress, children }: ToolButtonProps) => {
  const t = useLocalize()
  return (
    <button
      type="button"
      tabIndex={first ? 0 : -1}
      aria-label={t(label)}
      title={t(label)}
      aria-pressed={on}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      onClick={off || busy ? undefined : onPress}
    >
      {children}
    </button>
  )
}

/** Headings, emphasis, lists, quotes, links, pictures, undo. */
export const RichTextTools = ({ editor, busy, takePictures }: Props) => {
  const t = useLocalize()
  const chooser = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const button = (tool: Tool, first = false) => (
    <ToolButton
      key={tool.name}
      label={tool.label}
      first={first}
      on={tool.on?.(editor)}
      off={!tool.on && !tool.act(editor.can().chain() as Chain).run()}
      onPress={() => tool.act(editor.chain().focus()).run()}
    >
      {tool.sign}
    </ToolButton>
  )
  return (
    <>
      <div role="toolbar" aria-label={t(['文字格式', 'Format'])} className={css.tools} onKeyDown={moveFocus}>
        {tools.map((group, i) => (
          <span key={group[0]?.name} className={css.group}>
            {group.map((tool, j) => button(tool, i === 0 && j === 0))}
          </span>
        ))}
        <span className={css.group}>
          <ToolButton label={['链接', 'Link']} on={editor.isActive('link')} onPress={() => setLinking(!linking)}>
            <LinkIcon />
          </ToolButton>
          <ToolButton label={['插入图片', 'Insert picture']} busy={busy} onPress={() => chooser.current?.click()}>
            <ImageIcon />
          </ToolButton>
          <ToolButton
            label={['插入表格', 'Insert table']}
            on={editor.isActive('table')}
            off={editor.isActive('table')}
            onPress={() => insertTable(editor)}
          >
            <TableIcon />
          </ToolButton>
        </span>
        <span className={css.group}>{historyTools.map((tool) => button(tool))}</span>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={acceptOf(drawnPictures)}
        multiple
        hidden
        aria-label={t(['选择图片', 'Choose a picture'])}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length) takePictures(files)
        }}
      />
      {editor.isActive('table') ? <TableBar editor={editor} /> : null}
      {linking ? <LinkBar editor={editor} close={() => setLinking(false)} /> : null}
    </>
  )
}
