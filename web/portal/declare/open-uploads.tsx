import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { parts } from '#contract/project/parts.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Notice } from '#web/ui/notice.tsx'
import { uploadWords, useUploadCount } from './part-uploads.ts'

const waiting: Text = ['以下文件尚未上传完成，上传完成后才能提交', 'You can submit when these files have been uploaded']
const refused: Text = [
  '以下文件未能上传，不在提交的内容中',
  'These files were not uploaded and are not part of what you submit',
]

/** Whether files of the declaration are still on their way: they would not be in what is submitted. */
export const useIsUploading = (id: string): boolean => {
  const countOf = useUploadCount(id)
  return parts.some(({ code }) => countOf(code).running > 0)
}

/** The parts of the declaration whose files are on their way or were refused. */
export const OpenUploads = ({ id }: { id: string }) => {
  const t = useLocalize()
  const countOf = useUploadCount(id)
  const isUploading = useIsUploading(id)
  const open = parts.flatMap(({ code, label }) => {
    const words = uploadWords(countOf(code))
    return words.length ? [{ code, label, words }] : []
  })
  if (open.length === 0) return null
  return (
    <Notice tone="ask" title={t(isUploading ? waiting : refused)} live>
      <ul>
        {open.map(({ code, label, words }) => (
          <li key={code}>
            <Link to={`?id=${id}&part=${code}`}>{t(label)}</Link>
            {t(['：', ': '])}
            {words.map(t).join(t(['，', ', ']))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
