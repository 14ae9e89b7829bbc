import { UploadOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useState } from 'react'
import { attach } from '#contract/storage/attach.ts'
import { upload } from '#contract/storage/upload.ts'
import { words } from '#contract/words.ts'
import { failureOf, forget, send } from '#web/base/caller.ts'
import { openFile } from '#web/base/files.ts'
import { useMay } from '#web/base/permissions.ts'
import { useSay } from '#web/base/say.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import css from './attach.module.css'

const Upload = () => {
  const t = useSay()
  const { message } = App.useApp()
  const [sending, setSending] = useState<string | null>(null)
  const take = async (file: File) => {
    setSending(file.name)
    try {
      await send(upload.putFileAttach, file)
      message.success(t(words.added))
      void forget(attach.path)
    } catch (error) {
      message.error(failureOf(error).message)
    } finally {
      setSending(null)
    }
  }
  return (
    <label className={`${buttonClass('main')} ${css.choose}`} aria-busy={sending !== null || undefined}>
      <UploadOutlined aria-hidden="true" />
      {sending ? t([`正在上传 ${sending}`, `Uploading ${sending}`]) : t(['上传附件', 'Upload a file'])}
      <input
        type="file"
        disabled={sending !== null}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void take(file)
        }}
      />
    </label>
  )
}

/** Bytes as people read them. */
const sizeWords = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`

/** Uploaded files: a new one comes by uploading it, and each can be fetched by who may read it. */
export const Attachments = () => {
  const t = useSay()
  const may = useMay()
  const { message } = App.useApp()
  const fetchFile = (id: string, name: string) =>
    openFile(id, name).catch((error) => message.error(failureOf(error).message))
  return (
    <CrudScreen
      of={attach}
      without={['add']}
      columns={[
        ...['originalName', 'extension'],
        { name: 'attachSize', cell: ({ attachSize }) => sizeWords(attachSize ?? 0) },
        ...['isPublic', 'createTime'],
      ]}
      toolbarMore={() => (may('attach_add') ? <Upload /> : null)}
      rowMore={({ id, originalName }) => (
        <Button kind="link" onClick={() => void fetchFile(id, originalName)}>
          {t(['下载', 'Download'])}
          <span className="hidden-words"> {originalName}</span>
        </Button>
      )}
    />
  )
}
