import { addressOf } from '#contract/storage/download.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './download-link.module.css'

/** Title of a published file; a press downloads it. */
export const DownloadLink = ({
  of: { title, attachId },
}: {
  of: { readonly title: string; readonly attachId: string }
}) => {
  const t = useLocalize()
  return (
    <a className={css.link} href={addressOf(attachId)} download>
      <span>{title}</span>
      <small lang={t(['zh-CN', 'en'])}>
        <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M7 1v8M3.5 6 7 9.5 10.5 6M1.5 12.5h11" strokeWidth="1.5" />
        </svg>
        {t(['下载', 'Download'])}
      </small>
    </a>
  )
}
