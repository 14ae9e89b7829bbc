import Image from '@tiptap/extension-image'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { plainTextOf } from '#contract/kit/check.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { richTextClass } from '#web/base/rich-text.tsx'
import type { ControlProps } from '#web/form/control.ts'
import { CharactersLeft } from '#web/form/controls.tsx'
import { frameClass, useFieldContext } from '#web/ui/input.tsx'
import css from './rich-text-editor.module.css'
import { cleanPasted, picturesOf } from './rich-text-paste.ts'
import { usePictures } from './rich-text-pictures.ts'
import { tables } from './rich-text-table.ts'
import { RichTextTools } from './rich-text-tools.tsx'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
  // pictures that come in a paste stand in the text while they are uploaded; an address that is typed brings none
  Image.extend({ addInputRules: () => [] }).configure({ allowBase64: true }),
  ...tables,
]

const pendingImages = /<img src="data:(?:[^">]|"[^"]*")*>/g

/** What was typed as it is kept; nothing at all where it is empty. */
const htmlOf = (editor: Editor): string | null =>
  editor.isEmpty ? null : editor.getHTML().replace(pendingImages, '') || null

/** What became of pictures that are not in the text. */
const PictureNote = ({ refusal, left }: { refusal: string | null; left: number }) => {
  const t = useLocalize()
  const leftOut: Text =
    left === 1
      ? [
          '有1张图片未能粘贴，请用“图片”按钮上传',
          '1 picture could not be pasted; please upload it with the picture button',
        ]
      : [
          `有${left}张图片未能粘贴，请用“图片”按钮上传`,
          `${left} pictures could not be pasted; please upload them with the picture button`,
        ]
  return [refusal, left ? t(leftOut) : null].map((words) =>
    words ? (
      <span key={words} role="alert" className={css.refusal}>
        {words}
      </span>
    ) : null,
  )
}

/** Text with headings, lists, links and pictures. Pasted text keeps what the platform can keep (server/base/rich-text.ts). */
export const RichTextEditor = ({ field, value, onChange, disabled }: ControlProps) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const { busy, refusal, left, setLeft, take, uploadEmbedded } = usePictures()
  const takeRef = useRef(take)
  takeRef.current = take
  const html = typeof value === 'string' ? value : ''
  const editor = useEditor({
    extensions,
    content: html,
    editable: !disabled,
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: now }) => {
      onChange(htmlOf(now))
      void uploadEmbedded(now)
    },
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t(field.label),
        class: `${richTextClass} ${css.page}`,
        'aria-describedby': describedBy ?? '',
        ...(bad ? { 'aria-invalid': 'true' } : {}),
      },
      transformPastedHTML: (source) => {
        const cleaned = cleanPasted(source)
        setLeft(cleaned.left)
        return cleaned.html
      },
      handlePaste: (_view, event) => takeFrom(event.clipboardData),
      handleDrop: (_view, event) => takeFrom(event.dataTransfer),
    },
  })
  const now = useRef<Editor | null>(editor)
  now.current = editor
  const takeFrom = (data: DataTransfer | null): boolean => {
    const files = picturesOf(data)
    if (files.length && now.current) void takeRef.current(now.current, files)
    return files.length > 0
  }
  // shown again after it was hidden, the page is drawn once with the editor of before
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])
  // the form may be given other values, such as those of a session that ended
  useEffect(() => {
    if (!editor.isDestroyed && html !== (htmlOf(editor) ?? '')) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <>
      <div className={`${frameClass} ${css.frame}`} data-off={disabled || undefined}>
        {disabled ? null : (
          <RichTextTools editor={editor} busy={busy} takePictures={(files) => void take(editor, files)} />
        )}
        <EditorContent editor={editor} className={css.scroll} />
      </div>
      <PictureNote refusal={refusal} left={left} />
      {field.max ? <CharactersLeft maxLength={field.max} text={plainTextOf(html)} /> : null}
    </>
  )
}
