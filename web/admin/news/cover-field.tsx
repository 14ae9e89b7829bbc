import { useState } from 'react'
import { acceptOf, drawnPictures, type FormatRules, formatFault } from '#contract/storage/file-formats.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { formUpload } from '#web/base/api/form-upload.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { useFieldContext } from '#web/ui/input.tsx'
import { asUploadable } from '../rich-text/picture.ts'
import css from './cover-field.module.css'
import { StoredPicture } from './stored-picture.tsx'

const coverFormats: FormatRules = { extensions: drawnPictures, wrongKind: ['请选择图片', 'Please choose a picture'] }

/** Chooses a picture by its file; displays it at once. */
export const CoverField: Control = ({ field, value, onChange, disabled }) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const attachId = typeof value === 'string' && value ? value : null
  const take = async (file: File) => {
    setRefusal(null)
    const fault = file.type.startsWith('image/') ? null : formatFault(coverFormats, file.name)
    if (fault) return setRefusal(t(fault))
    setBusy(true)
    try {
      onChange((await sendFile(formUpload, await asUploadable(file))).attachId)
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="stack gap-8 items-start">
      {attachId ? <StoredPicture id={attachId} alt={t(field.label)} className={css.picture} /> : null}
      {disabled ? null : (
        <span className="row wrap gap-12 middle">
          <ChooseFile
            id={`${id}-file`}
            describedBy={[describedBy, refusal ? `${id}-refusal` : ''].filter(Boolean).join(' ') || undefined}
            invalid={bad || refusal !== null}
            accept={acceptOf(coverFormats.extensions)}
            busy={busy}
            onSelect={([file]) => file && void take(file)}
          >
            {attachId ? t(['更换图片', 'Replace the picture']) : t(['选择图片', 'Choose a picture'])}
          </ChooseFile>
          {attachId ? (
            <Button kind="link" onClick={() => onChange(null)}>
              {t(words.remove)}
              <span className="hidden-words"> {t(field.label)}</span>
            </Button>
          ) : null}
        </span>
      )}
      <span id={`${id}-refusal`} role="alert" className={css.refusal}>
        {refusal}
      </span>
    </span>
  )
}
