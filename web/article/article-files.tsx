import type { ReactNode } from 'react'
import type { ArticleFile } from '#contract/news/public.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import css from './article-files.module.css'
import { DownloadLink } from './download-link.tsx'

/** The section below an article with the heading "Attachments". */
export const FilesOf = ({ children }: { children: ReactNode }) => {
  const t = useLocalize()
  return (
    <section className={css.files}>
      <h2 className="large below-8" lang={t(['zh-CN', 'en'])}>
        {t(['附件', 'Attachments'])}
      </h2>
      {children}
    </section>
  )
}

/** The attachments of a published article as download links. */
export const ArticleFiles = ({ files }: { files: readonly ArticleFile[] }) =>
  files.length === 0 ? null : (
    <FilesOf>
      <ul className="stack gap-8">
        {files.map(({ id, name, attachSize }) => (
          <li key={id}>
            <DownloadLink of={{ title: name, attachId: id }} />
            {attachSize ? <span className="muted small">{formatFileSize(attachSize)}</span> : null}
          </li>
        ))}
      </ul>
    </FilesOf>
  )
