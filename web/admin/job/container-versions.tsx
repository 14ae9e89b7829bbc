import { useState } from 'react'
import { type ContainerVersion, jobContainer, maxModuleBytes } from '#contract/job/job-container.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { DetailSection } from '../crud/detail-section.tsx'
import css from './job-instance.module.css'

/** The bytes of a file as the call takes them. */
const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const tooLarge: Text = [
  `模块不能超过 ${maxModuleBytes / 1024} KB`,
  `A module may have at most ${maxModuleBytes / 1024} kB`,
]

/** Sends a file as a version; what is wrong with it stays beside the button. */
const Upload = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const upload = async (file: File) => {
    setFault(null)
    if (file.size > maxModuleBytes) return setFault(t(tooLarge))
    setBusy(true)
    try {
      await ask(jobContainer.calls.upload, { id, content: await base64Of(file) })
      toaster.success(t(['已上传，启用后才会被任务使用', 'Uploaded; jobs use it once it is active']))
      await invalidate(jobContainer.path)
    } catch (error) {
      setFault(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {fault ? (
        <Notice tone="bad" live>
          {fault}
        </Notice>
      ) : null}
      <ChooseFile accept=".mjs,.js" busy={busy} onSelect={([file]) => file && void upload(file)}>
        {t(jobContainer.calls.upload.label)}
      </ChooseFile>
    </>
  )
}

const activateTitle: Text = ['启用此版本?', 'Activate this version?']
const activateNote: Text = [
  '之后的运行使用此版本，正在进行的运行不受影响。',
  'Later runs use this version; those that go on are not affected.',
]

const VersionRow = ({ id, version }: { readonly id: string; readonly version: ContainerVersion }) => {
  const t = useLocalize()
  const may = useMay()
  const confirm = useConfirm()
  const toaster = useToaster()
  const { hash, bytes, exports, createTime, createUserName, isActive } = version
  const activate = async () => {
    if (!(await confirm({ title: activateTitle, content: `${hash}\n${t(activateNote)}` }))) return
    try {
      await ask(jobContainer.calls.activate, { id, hash })
      toaster.success(t(['版本已启用', 'The version is active']))
      await invalidate(jobContainer.path)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  return (
    <li>
      {isActive ? <Tag tone="good">{t(['当前版本', 'Active version'])}</Tag> : null} <code>{hash}</code>{' '}
      <span className="muted">
        {createTime} {createUserName} {t([`${bytes} 字节`, `${bytes} bytes`])} {exports.join(', ')}
      </span>{' '}
      {!isActive && may('job_external_activate') ? (
        <Button kind="link" onClick={() => void activate()}>
          {t(jobContainer.calls.activate.label)}
          <span className="hidden-words"> {hash.slice(0, 8)}</span>
        </Button>
      ) : null}
    </li>
  )
}

/** The versions of a module: their hashes, which one runs, and a button that adds one. */
export const ContainerVersions = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const may = useMay()
  const versions = useAnswer(jobContainer.calls.versions, { id }).data ?? []
  return (
    <DetailSection title={t(jobContainer.calls.versions.label)}>
      {versions.length ? (
        <ul className={css.plain}>
          {versions.map((version) => (
            <VersionRow key={version.hash} id={id} version={version} />
          ))}
        </ul>
      ) : (
        <p className="muted">{t(['还没有版本', 'There is no version yet'])}</p>
      )}
      {may('job_external_upload') ? <Upload id={id} /> : null}
    </DetailSection>
  )
}
