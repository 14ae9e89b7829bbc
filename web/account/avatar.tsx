import { useState } from 'react'
import { acceptOf, formatFault } from '#contract/storage/file-formats.ts'
import { avatarRules, upload, uploadLimits } from '#contract/storage/upload.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import css from './avatar.module.css'

/** The default avatar. */
const defaultAvatar = '/img/avatar.svg'

interface Props {
  /** Link returned by put-file; '' for the default avatar. */
  readonly value: string
  readonly onChange: (link: string) => void
  readonly disabled: boolean
  /** The avatar is not saved yet. */
  readonly isNew: boolean
}

/** Uploads a picture as soon as it is chosen. A rejected picture shows the reason and leaves the value unchanged. */
const useUpload = (onChange: Props['onChange']) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File) => {
    const fault = formatFault(avatarRules, file.name)
    if (fault) return setRefusal(t(fault))
    if (file.size > uploadLimits.avatar) return setRefusal(t(avatarRules.tooLong))
    setRefusal(null)
    setBusy(true)
    try {
      onChange((await sendFile(upload.putFile, file)).link ?? '')
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, take, forget: () => setRefusal(null) }
}

/** The avatar field: a preview, a button to replace it, and one to return to the default. */
export const AvatarControl = ({ value, onChange, disabled, isNew }: Props) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const { busy, refusal, take, forget } = useUpload(onChange)
  const off = disabled || busy
  return (
    <div className={css.control}>
      <img
        className={css.picture}
        src={value || defaultAvatar}
        width="112"
        height="112"
        alt={t(['当前头像', 'Current picture'])}
        data-busy={busy || undefined}
      />
      <div className={css.side}>
        <ChooseFile
          id={`${id}-file`}
          accept={acceptOf(avatarRules.extensions)}
          describedBy={[describedBy, `${id}-message`, refusal ? `${id}-refusal` : ''].filter(Boolean).join(' ')}
          invalid={bad || refusal !== null}
          busy={busy}
          disabled={disabled}
          onSelect={([file]) => file && void take(file)}
        >
          {busy ? t(['正在上传…', 'Uploading…']) : t(['更换头像', 'Change picture'])}
        </ChooseFile>
        {value ? (
          <Button
            kind="link"
            disabled={off}
            onClick={() => {
              forget()
              onChange('')
            }}
          >
            {t(['恢复默认头像', 'Restore default picture'])}
          </Button>
        ) : null}
        <p id={`${id}-message`} className={css.message}>
          {t(['jpg 或 png，不超过 500 kB', 'JPG or PNG, up to 500 kB'])}
        </p>
        <p role="status" className={css.message}>
          {isNew ? t(['保存后生效', 'Takes effect once saved']) : null}
        </p>
        <p id={`${id}-refusal`} role="alert" className={css.refusal}>
          {refusal}
        </p>
      </div>
    </div>
  )
}
