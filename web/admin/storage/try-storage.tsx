import { useState } from 'react'
import { oss, type StorageTestStep } from '#contract/storage/oss.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { CircleCheckIcon, CircleMinusIcon, CircleXIcon } from '#web/ui/icons.ts'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import { RecordModal } from '../dialog/record-modal.tsx'
import css from './try-storage.module.css'

interface Props {
  readonly id: string
  readonly ossCode: string
  readonly close: () => void
}

/** Result of a test; null before the first. */
type Outcome = { readonly steps: readonly StorageTestStep[] } | { readonly refusal: string } | null

const signOf = ({ done, fault }: StorageTestStep) => {
  if (done) return <CircleCheckIcon className="good" aria-hidden="true" />
  return fault ? (
    <CircleXIcon className="bad" aria-hidden="true" />
  ) : (
    <CircleMinusIcon className="faint" aria-hidden="true" />
  )
}

const Steps = ({ steps }: { steps: readonly StorageTestStep[] }) => {
  const t = useLocalize()
  const passed = steps.every(({ done }) => done)
  const words = (step: StorageTestStep) =>
    step.done ? t(['成功', 'succeeded']) : step.fault ? t(['失败', 'failed']) : t(['未执行', 'not run'])
  return (
    <>
      <Notice
        live
        tone={passed ? 'good' : 'bad'}
        title={
          passed
            ? t(['调试成功，该存储可以使用', 'Test passed: this storage is ready to use'])
            : t(['调试失败', 'Test failed'])
        }
      >
        {steps.find(({ fault }) => fault)?.fault}
      </Notice>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.step} className="row middle gap-8">
            {signOf(step)}
            <span>{step.step}</span>
            <span className="push muted">{words(step)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Tests a storage with a small file: uploaded, read back, compared, and deleted. */
export const TryStorage = ({ id, ossCode, close }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const attempt = async (file: File) => {
    setBusy(true)
    setOutcome(null)
    const { debug } = oss.calls
    try {
      setOutcome({ steps: await sendFile({ ...debug, path: `${debug.path}?id=${id}` }, file) })
    } catch (error) {
      setOutcome({ refusal: failureOf(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <RecordModal
      title={`${t(oss.calls.debug.label)} · ${ossCode}`}
      width={520}
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <div className={css.body}>
        <p>
          {t([
            '选择一个不超过 1 MB 的文件：平台会把它上传到该存储，读回并核对摘要，然后删除。存储不必启用。',
            'Choose a file of up to 1 MB. It is uploaded to this storage, read back, compared and deleted. The storage does not have to be in use.',
          ])}
        </p>
        <ChooseFile kind="main" accept="" busy={busy} onSelect={([file]) => file && void attempt(file)}>
          {t(['选择文件并调试', 'Choose a file and test'])}
        </ChooseFile>
        {busy ? <LoadingNotice words={t(['正在调试…', 'Testing…'])} /> : null}
        {outcome && 'steps' in outcome ? <Steps steps={outcome.steps} /> : null}
        {outcome && 'refusal' in outcome ? <Notice live tone="bad" title={outcome.refusal} /> : null}
      </div>
    </RecordModal>
  )
}
