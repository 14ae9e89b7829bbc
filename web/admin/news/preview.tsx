import { useState } from 'react'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import article from '#web/article/article.module.css'
import { FilesOf } from '#web/article/article-files.tsx'
import { ArticleView } from '#web/article/article-view.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { FileLinks } from '#web/form/file-links.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import css from './preview.module.css'
import { StoredPicture } from './stored-picture.tsx'

const widths: readonly (readonly [name: string, label: Text])[] = [
  ['desk', ['电脑', 'Desktop']],
  ['phone', ['手机', 'Phone']],
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The article as visitors will see it, built from the form's values; nothing is sent to the server. */
const PreviewDialog = ({ values, close }: { values: FormValues; close: () => void }) => {
  const t = useLocalize()
  const [width, setWidth] = useState('desk')
  const [cover, files] = [textOf(values.imgId), split(textOf(values.attachIds))]
  return (
    <RecordModal
      title={t(['预览', 'Preview'])}
      width={960}
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <fieldset className={css.widths}>
        <legend className="hidden-words">{t(['预览宽度', 'Preview width'])}</legend>
        {widths.map(([name, label]) => (
          <Button key={name} aria-pressed={name === width} onClick={() => setWidth(name)}>
            {t(label)}
          </Button>
        ))}
        <span>{t(['仅您可见，尚未对外发布', 'Visible only to you; not published'])}</span>
      </fieldset>
      <div className={css.page} data-width={width}>
        <ArticleView
          of={{
            title: textOf(values.title) || t(['（未填写标题）', '(no title yet)']),
            createTime: textOf(values.releaseTime) || t(['发布当日', 'the publication date']),
            source: textOf(values.source) || null,
            connect: textOf(values.connect),
          }}
          cover={cover ? <StoredPicture id={cover} alt="" className={article.picture} /> : null}
          files={
            files.length ? (
              <FilesOf>
                <FileLinks ids={files} />
              </FilesOf>
            ) : null
          }
        />
      </div>
    </RecordModal>
  )
}

/** Opens the preview of a form's current values. */
export const PreviewButton = ({ values }: { values: FormValues }) => {
  const t = useLocalize()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(['预览', 'Preview'])}</Button>
      {open ? <PreviewDialog values={values} close={() => setOpen(false)} /> : null}
    </>
  )
}
