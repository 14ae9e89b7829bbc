import { fill, type Text } from '#contract/kit/text.ts'
import { acceptOf, attachmentFormats, heicHint } from '#contract/storage/file-formats.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { formatFileSize } from '#web/base/page/file-size.ts'
import lines from '#web/form/upload-lines.module.css'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { DropArea } from '../dialog/drop-area.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import css from './upload-dialog.module.css'
import { type UploadItem, useUploads } from './use-uploads.ts'

const states: Readonly<Record<UploadItem['state'], readonly [tone: Tone, label: Text]>> = {
  waiting: ['calm', ['等待上传', 'Waiting']],
  sending: ['busy', ['上传中', 'Uploading']],
  done: ['good', ['已上传', 'Uploaded']],
  refused: ['bad', ['未上传', 'Not uploaded']],
}

const Line = ({ file, state, share, message }: UploadItem) => {
  const t = useLocalize()
  const [tone, label] = states[state]
  const percent = Math.floor(share * 100)
  return (
    <li className={lines.line}>
      <span className="anywhere">{file.name}</span>
      <span className={lines.amount}>{formatFileSize(file.size)}</span>
      <Tag tone={tone}>{state === 'sending' ? `${t(label)} ${percent}%` : t(label)}</Tag>
      {state === 'sending' ? <progress className={lines.bar} max={100} value={percent} aria-label={file.name} /> : null}
      {state === 'refused' ? <span className={lines.fault}>{message}</span> : null}
    </li>
  )
}

const Place = ({ add }: { add: (files: readonly File[]) => void }) => {
  const t = useLocalize()
  return (
    <DropArea
      onDrop={add}
      prompt={t(['将文件拖到此处，或', 'Drag files here, or'])}
      hint={t(
        fill(
          [
            '可一次选择多个；支持 {0}，单个不超过 20\u00a0MB；{1}',
            'You can choose several: {0}; up to 20\u00a0MB each. {1}.',
          ],
          attachmentFormats.summary,
          heicHint,
        ),
      )}
    >
      <ChooseFile kind="main" multiple accept={acceptOf(attachmentFormats.extensions)} onSelect={add}>
        {t(['选择文件', 'Choose files'])}
      </ChooseFile>
    </DropArea>
  )
}

/** Uploads several attachments, each with its progress and its result. */
export const UploadDialog = ({ close }: { close: () => void }) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const { all, add, busy, end } = useUploads()
  const leave = async () => {
    const sure =
      !busy ||
      (await confirm({
        title: [
          '仍有文件正在上传，关闭将中止上传，确定关闭？',
          'Files are still uploading. Close and cancel the uploads?',
        ],
        ok: words.close,
        cancel: ['继续上传', 'Keep uploading'],
        danger: true,
      }))
    if (!sure) return
    end()
    close()
  }
  const count = (state: UploadItem['state']) => all.filter((one) => one.state === state).length
  const summary: Text = [
    `共 ${all.length} 个，已上传 ${count('done')} 个，未上传 ${count('refused')} 个`,
    `${all.length} in all, ${count('done')} uploaded, ${count('refused')} not uploaded`,
  ]
  return (
    <RecordModal
      title={t(['上传附件', 'Upload files'])}
      width={640}
      close={() => void leave()}
      footer={<Button onClick={() => void leave()}>{t(words.close)}</Button>}
    >
      <Place add={add} />
      <p role="status" className={css.summary}>
        {all.length && !busy ? t(summary) : null}
      </p>
      {all.length ? (
        <ul className={lines.lines}>
          {all.map((one) => (
            <Line {...one} key={one.key} />
          ))}
        </ul>
      ) : null}
    </RecordModal>
  )
}
