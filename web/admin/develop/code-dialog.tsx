import { useState } from 'react'
import { codeGeneration, type GeneratedFile } from '#contract/develop/code-generation.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { failureOf, useAnswer } from '#web/base/api/caller.ts'
import { fetchFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { MachineText } from '../crud/machine-text.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'

export type CodeSettings = RowOf<typeof codeGeneration>

/** The text of a new file; of one that exists, what changes in it. */
const Files = ({ files }: { readonly files: readonly GeneratedFile[] }) => {
  const t = useLocalize()
  const [path, show] = useState(files[0]?.path ?? '')
  const file = files.find((one) => one.path === path)
  const tabs = files.map((one) => ({ name: one.path, label: one.path.slice(one.path.lastIndexOf('/') + 1) }))
  return (
    <Tabs label={t(['文件', 'Files'])} tabs={tabs} shown={path} onShow={show}>
      {file ? (
        <>
          <p className="muted">
            {file.path} <Tag>{t(file.isNew ? ['新文件', 'New file'] : ['有改动', 'Changed'])}</Tag>
          </p>
          <MachineText text={file.isNew ? file.text : file.diff} label={file.path} />
        </>
      ) : null}
    </Tabs>
  )
}

/** The code of a model, file by file, and its archive. */
export const CodeDialog = ({
  of: { id, codeName },
  close,
}: {
  readonly of: CodeSettings
  readonly close: () => void
}) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const answer = useAnswer(codeGeneration.calls.preview, { id }, { gcTime: 0 })
  const save = async () => {
    setBusy(true)
    try {
      const { path, method } = codeGeneration.calls.genCode
      saveBlob(await fetchFile(`${path}?ids=${id}`, method), `${codeName}.zip`)
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={close}>{t(words.close)}</Button>
      <Button kind="main" busy={busy} disabled={!answer.data} onClick={() => void save()}>
        {t(['下载代码包', 'Download the code'])}
      </Button>
    </>
  )
  return (
    <RecordModal title={t([`查看代码 · ${codeName}`, `Code · ${codeName}`])} width={1120} close={close} footer={footer}>
      <QueryView from={answer}>{(files) => <Files files={files} />}</QueryView>
    </RecordModal>
  )
}
