import { useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { attach } from '#contract/storage/attach.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { openFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { UploadIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../table/table-columns.tsx'
import css from './attach.module.css'

const UploadDialog = lazyComponent(async () => (await import('./upload-dialog.tsx')).UploadDialog)

/** Where a file is stored: in a storage, or on the server's own disk. */
const placeOf = (row: RowOf<typeof attach>): Text => {
  const { storageName: name } = row as { storageName?: string | null }
  return name ? [name, name] : ['本机磁盘', 'Local disk']
}

const sizeOf = ({ attachSize }: RowOf<typeof attach>): Text => {
  const size = formatFileSize(attachSize ?? 0)
  return [size, size]
}

const columns: Columns<typeof attach> = [
  { name: 'attachSize', end: true, text: sizeOf },
  { name: 'storageId', text: placeOf },
]

/** Uploaded files: added by uploading; users who may read a file can download it. */
export const Attachments = () => {
  const t = useLocalize()
  const may = useMay()
  const source = usePageSource(attach)
  const toaster = useToaster()
  const [uploading, setUploading] = useState(false)
  const fetchFile = (id: string, name: string) =>
    openFile(id, name).catch((error) => toaster.error(failureOf(error).message))
  return (
    <>
      <RecordList
        of={attach}
        source={source}
        without={['add']}
        columns={columns}
        toolbarMore={
          may('attach_upload') ? (
            <Button kind="main" className={css.first ?? ''} onClick={() => setUploading(true)}>
              <UploadIcon aria-hidden="true" />
              {t(['上传附件', 'Upload files'])}
            </Button>
          ) : null
        }
        rowMore={({ id, originalName }) =>
          may('attach_download') ? (
            <Button kind="link" onClick={() => void fetchFile(id, originalName)}>
              {t(['下载', 'Download'])}
              <span className="hidden-words"> {originalName}</span>
            </Button>
          ) : null
        }
      />
      {uploading ? <UploadDialog close={() => setUploading(false)} /> : null}
    </>
  )
}
