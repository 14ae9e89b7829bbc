import Image from '@tiptap/extension-image'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { plainTextOf } from '#contract/kit/check.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { richTextClass } from '#web/base/page/rich-text.tsx'
import type { ControlProps } from '#web/form/control.ts'
import { CharactersLeft } from '#web/form/controls.tsx'
import { frameClass, useFieldContext } from '#web/ui/input.tsx'
import { alignment } from './rich-text-alignment.ts'
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
  // pasted pictures stay in the text as data URLs during the upload; typing Markdown image syntax does not insert a picture
  Image.extend({ addInputRules: () => [] }).configure({ allowBase64: true }),
  alignment,
  ...tables,
]

const pendingImages = /<img src="data:[^"<>]*"[^<>]*>/g

/** Stands for a picture that is still uploading: the server refuses a text that has it. */
const pendingImage = '<img src="data:,">'

/** The HTML to store; null if the text is empty. */
const htmlOf = (editor: Editor): string | null =>
  editor.isEmpty ? null : editor.getHTML().replace(pendingImages, pendingImage) || null

/** A text whose pictures never arrived, such as a draft, without their places. */
const withoutPending = (html: string) => html.replaceAll(pendingImage, '')

/** Message about pictures that are missing in the text. */
const PictureNote = ({ refusal, omittedCount }: { refusal: string | null; omittedCount: number }) => {
  const t = useLocalize()
  const omittedText: Text =
    omittedCount === 1
      ? [
          '有 1 张图片未能粘贴，请用“插入图片”按钮上传',
          '1 picture could not be pasted; please upload it with “Insert picture”',
        ]
      : [
          `有 ${omittedCount} 张图片未能粘贴，请用“插入图片”按钮上传`,
          `${omittedCount} pictures could not be pasted; please upload them with “Insert picture”`,
        ]
  return [refusal, omittedCount ? t(omittedText) : null].map((words) =>
    words ? (
      <span key={words} role="alert" className="block above-4 bad">
        {words}
      </span>
    ) : null,
  )
}

/** Takes the pictures that are pasted or dropped as files; returns whether there are any. */
const useFileDrop = (
  take: (editor: Editor, files: readonly File[]) => Promise<void>,
  editor: RefObject<Editor | null>,
) => {
  const latestTake = useRef(take)
  useLayoutEffect(() => {
    latestTake.current = take
  })
  return (data: DataTransfer | null): boolean => {
    const files = picturesOf(data)
    if (files.length && editor.current) void latestTake.current(editor.current, files)
    return files.length > 0
  }
}

/** The editor of a field: reports its HTML, and takes pasted text and pictures. */
const useFieldEditor = (
  { field, onChange, disabled }: ControlProps,
  html: string,
  { setOmittedCount, take, uploadEmbedded }: ReturnType<typeof usePictures>,
): Editor => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const latestEditor = useRef<Editor | null>(null)
  const takeFrom = useFileDrop(take, latestEditor)
  const editor = useEditor({
    extensions,
    content: withoutPending(html),
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
        setOmittedCount(cleaned.omittedCount)
        return cleaned.html
      },
      handlePaste: (_view, event) => takeFrom(event.clipboardData),
      handleDrop: (_view, event) => takeFrom(event.dataTransfer),
    },
  })
  useLayoutEffect(() => {
    latestEditor.current = editor
  }, [editor])
  return editor
}

/** Editor for headings, lists, links and pictures. Pasted text keeps only the allowed content (server/base/html/rich-text.ts). */
export const RichTextEditor = (props: ControlProps) => {
  const { field, value, disabled } = props
  const pictures = usePictures()
  const html = typeof value === 'string' ? value : ''
  const editor = useFieldEditor(props, html, pictures)
  // when a hidden page becomes visible again, it renders once with the destroyed editor
  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])
  // the form's values may be replaced, for example by those of an expired session
  const { setOmittedCount } = pictures
  useEffect(() => {
    if (editor.isDestroyed || html === (htmlOf(editor) ?? '')) return
    const content = withoutPending(html)
    editor.commands.setContent(content, { emitUpdate: content !== html })
    if (content !== html) setOmittedCount(html.split(pendingImage).length - 1)
  }, [editor, html, setOmittedCount])
  return (
    <>
      <div className={`${frameClass} down`} data-off={disabled || undefined}>
        {disabled ? null : (
          <RichTextTools
            editor={editor}
            busy={pictures.busy}
            takePictures={(files) => void pictures.take(editor, files)}
          />
        )}
        <EditorContent editor={editor} className={css.scroll} />
      </div>
      <PictureNote refusal={pictures.refusal} omittedCount={pictures.omittedCount} />
      {field.max ? <CharactersLeft maxLength={field.max} text={plainTextOf(html)} /> : null}
    </>
  )
}
