import { type DragEvent, useId, useState } from 'react'
import { backgroundJob } from '#contract/job/background-job.ts'
import type { Import } from '#contract/job/importing.ts'
import { hintOf, importLimits, sheetFormats } from '#contract/job/uploaded-sheet.ts'
import { fill } from '#contract/kit/text.ts'
import { acceptOf, formatFault } from '#contract/storage/file-formats.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { downloadFrom, sendFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useJobs } from '#web/base/login/jobs.ts'
import { Button } from '#web/ui/button.tsx'
import { InboxIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './import-dialog.module.css'

interface Props {
  readonly spec: Import
  readonly onUploaded: (id: string) => void
  /** Continues with an earlier check. */
  readonly resume: (id: string) => void
  readonly close: () => void
}

/** Uploads a file for the check, and reports why it was refused. */
const useUpload = (resource: string, overwrites: boolean, onUploaded: (id: string) => void) => {
  const t = useLocalize()
  const { checkImport } = backgroundJob.calls
  const [sending, setSending] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file || sending) return
    setRefusal(null)
    const fault = formatFault(sheetFormats, file.name)
    if (fault) return setRefusal(t(fault))
    if (file.size > importLimits.bytes) return setRefusal(t(['文件不能超过 20 MB', 'The file must be at most 20 MB']))
    setSending(file.name)
    try {
      const path = `${checkImport.path}?resource=${resource}&isCovered=${overwrites ? 1 : 0}`
      onUploaded((await sendFile({ ...checkImport, path }, file)).id)
    } catch (error) {
      setRefusal(failureOf(error).message)
      setSending(null)
    }
  }
  return { sending, refusal, setRefusal, take }
}

interface DropZoneProps {
  /** Name of the file that is uploading. */
  readonly sending: string | null
  readonly take: (file: File | undefined) => void
}

/** Takes a file that is chosen or dropped. */
const DropZone = ({ sending, take }: DropZoneProps) => {
  const t = useLocalize()
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an alternative to the file input inside
    <div
      className={css.drop}
      data-over={isDragOver || undefined}
      data-busy={sending !== null || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
    >
      <InboxIcon aria-hidden="true" />
      <input
        type="file"
        id={`${id}-file`}
        className="hidden-words"
        accept={acceptOf(sheetFormats.extensions)}
        aria-describedby={`${id}-limits`}
        disabled={sending !== null}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          take(file)
        }}
      />
      <label htmlFor={`${id}-file`}>
        {sending
          ? t([`正在上传 ${sending}`, `Uploading ${sending}`])
          : t(['选择文件，或拖放到此处', 'Choose a file, or drop it here'])}
      </label>
      <small id={`${id}-limits`}>
        {t(
          fill(
            ['.xlsx 或 .csv，不超过 20 MB、{0} 行', '.xlsx or .csv, at most 20 MB and {0} rows'],
            importLimits.rows.toLocaleString('zh-CN'),
          ),
        )}
      </small>
    </div>
  )
}

/** First step of an import: the template, the handling of existing rows, and the file. */
export const ImportFile = ({ spec, onUploaded, resume, close }: Props) => {
  const t = useLocalize()
  const [overwrites, setOverwrites] = useState(false)
  const { name, label } = spec.entity
  const { sending, refusal, setRefusal, take } = useUpload(name, overwrites, onUploaded)
  const last = useJobs().data?.records.find(
    ({ kind, resource, state }) => kind === 'importCheck' && resource === name && state === 'done',
  )
  const template = () =>
    downloadFrom(
      `${backgroundJob.calls.importTemplate.path}?resource=${name}`,
      t(fill(['{0}导入模板.xlsx', '{0} import template.xlsx'], label)),
    ).then(
      () => setRefusal(null),
      (error) => setRefusal(failureOf(error).message),
    )
  return (
    <>
      {refusal ? <Notice tone="bad" live title={refusal} /> : null}
      <p className="below-4">
        {t([
          '请先下载模板，按表头填写后上传。',
          'Download the template, fill in the rows below its header, and upload it.',
        ])}{' '}
        <Button kind="link" onClick={() => void template()}>
          {t(['下载模板', 'Download the template'])}
        </Button>
      </p>
      <p className={css.note}>{t(hintOf(spec))}</p>
      {spec.key.length ? (
        <label className="row middle gap-8 below-12">
          <input type="checkbox" checked={overwrites} onChange={({ target }) => setOverwrites(target.checked)} />
          {t([
            '覆盖已有数据：已存在的行按文件更新',
            'Overwrite existing data: rows that already exist are updated from the file',
          ])}
        </label>
      ) : null}
      <DropZone sending={sending} take={(file) => void take(file)} />
      <div className={css.foot}>
        {last ? (
          <Button onClick={() => resume(last.id)}>
            {t(fill(['查看最近一次预检（{0}）', 'View the latest check ({0})'], String(last.createTime).slice(5, 16)))}
          </Button>
        ) : null}
        <Button onClick={close}>{t(words.cancel)}</Button>
      </div>
    </>
  )
}
