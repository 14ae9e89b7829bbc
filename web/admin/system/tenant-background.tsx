import { App } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import type { RowOf } from '#contract/kit/entity.ts'
import { upload } from '#contract/storage/upload.ts'
import { tenant } from '#contract/system/tenant.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, forget } from '#web/base/caller.ts'
import { send } from '#web/base/files.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Over } from '../crud/over.tsx'
import { asUploadable } from '../crud/picture.ts'
import css from './tenant-background.module.css'

interface Props {
  readonly of: RowOf<typeof tenant>
  readonly close: () => void
}

/** The picture behind a tenant's login: what its people see first at its own address. */
export const TenantBackground = ({ of, close }: Props) => {
  const t = useSay()
  const { message } = App.useApp()
  const file = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState(of.backgroundUrl)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    await act().catch((error: unknown) => setRefusal(failureOf(error).message))
    setBusy(false)
  }
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? []
    target.value = ''
    if (picked) void attempt(async () => setLink((await send(upload.putFile, await asUploadable(picked))).link))
  }
  const save = () =>
    attempt(async () => {
      await ask(tenant.calls.submit, { id: of.id, backgroundUrl: link })
      message.success(t(words.updated))
      void forget(tenant.path)
      close()
    })
  return (
    <Over
      title={t([`登录背景 · ${of.tenantName}`, `Login background · ${of.tenantName}`])}
      width={560}
      close={close}
      footer={
        <div className={css.foot}>
          <Button onClick={close}>{t(words.cancel)}</Button>
          <Button kind="main" busy={busy} disabled={link === of.backgroundUrl} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <p className={css.note}>
        {t([
          '通过绑定域名打开登录时显示。jpg 或 png 图片，较大的图片会自动缩小。',
          'Shown when the login is opened at the own address of the tenant. jpg or png; larger pictures are made smaller.',
        ])}
      </p>
      {link ? (
        <img className={css.picture} src={link} alt={t(['当前登录背景', 'The present background'])} />
      ) : (
        <p className={css.none}>{t(['未设置', 'Not set'])}</p>
      )}
      <div className={css.acts}>
        <input ref={file} type="file" accept="image/png,image/jpeg" hidden onChange={pick} />
        <Button busy={busy} onClick={() => file.current?.click()}>
          {t(['上传图片', 'Upload a picture'])}
        </Button>
        {link ? <Button onClick={() => setLink(null)}>{t(['移除', 'Take away'])}</Button> : null}
      </div>
    </Over>
  )
}
