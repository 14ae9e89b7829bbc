import { type ChangeEvent, useRef, useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { acceptOf, drawnPictures } from '#contract/storage/file-formats.ts'
import { upload } from '#contract/storage/upload.ts'
import { tenant } from '#contract/system/tenant.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { sendFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { Sheet, useAttempts } from '../../dialog/sheet.tsx'
import { asUploadable } from '../../rich-text/picture.ts'
import css from './tenant-background.module.css'

interface Props {
  readonly of: RowOf<typeof tenant>
  readonly close: () => void
}

/** Background picture of a tenant's login page, displayed at the tenant's own address. */
export const TenantBackground = ({ of, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const file = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState(of.backgroundUrl)
  const attempts = useAttempts()
  const { attempt } = attempts
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? []
    target.value = ''
    if (picked) void attempt(async () => setLink((await sendFile(upload.putFile, await asUploadable(picked))).link))
  }
  const save = () =>
    attempt(async () => {
      await ask(tenant.calls.submit, { id: of.id, backgroundUrl: link })
      toaster.success(t(words.updated))
      void invalidate(tenant.path)
      close()
    })
  return (
    <Sheet
      title={t([`登录背景 · ${of.tenantName}`, `Login background · ${of.tenantName}`])}
      width={560}
      close={close}
      save={save}
      of={attempts}
      unchanged={link === of.backgroundUrl}
    >
      <p className="below-12 muted">
        {t([
          '用户通过绑定域名打开登录页面时显示。支持 jpg、png 图片，较大的图片会自动缩小。',
          'Shown when users open the login page at the tenant’s own domain. jpg or png; large pictures are scaled down automatically.',
        ])}
      </p>
      {link ? (
        <img className={css.picture} src={link} alt={t(['当前登录背景', 'Current login background'])} />
      ) : (
        <p className={css.none}>{t(['未设置', 'Not set'])}</p>
      )}
      <div className="row wrap gap-8">
        <input ref={file} type="file" accept={acceptOf(drawnPictures)} hidden onChange={pick} />
        <Button busy={attempts.busy} onClick={() => file.current?.click()}>
          {t(['上传图片', 'Upload a picture'])}
        </Button>
        {link ? <Button onClick={() => setLink(null)}>{t(['移除', 'Remove'])}</Button> : null}
      </div>
    </Sheet>
  )
}
