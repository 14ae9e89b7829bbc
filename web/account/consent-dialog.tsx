import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Agreement, consentCalls, writeConsents } from '#contract/consent.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { logout } from '#web/base/login/login-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AgreementLinks } from './agreement-links.tsx'
import css from './consent-dialog.module.css'

/** Asks for the agreement to statements of the site. It has two answers, and Escape is none of them. */
export const ConsentDialog = ({ of }: { of: readonly Agreement[] }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'agree' | 'leave' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const agree = async () => {
    setBusy('agree')
    setRefusal(null)
    try {
      await ask(consentCalls.agree, { consents: writeConsents(of) })
      await invalidate(consentCalls.pendingAgreements.path)
    } catch (error) {
      setRefusal(failureOf(error).message)
    }
    setBusy(null)
  }
  const leave = () => {
    setBusy('leave')
    void logout().then(() => navigate('/Home'))
  }
  return (
    <Dialog
      title={t(['请阅读并同意', 'Please read and agree'])}
      onClose={() => {}}
      footer={
        <>
          <Button busy={busy === 'leave'} onClick={leave}>
            {t(words.logout)}
          </Button>
          <Button kind="main" busy={busy === 'agree'} onClick={() => void agree()}>
            {t(['同意并继续', 'Agree and continue'])}
          </Button>
        </>
      }
    >
      <div className={css.text}>
        {refusal ? <Notice tone="bad" title={refusal} live /> : null}
        <p>
          {t(['继续使用本平台前，请阅读并同意', 'Before you continue, please read and agree to: '])}
          <AgreementLinks of={of} />
          {t(['。', '.'])}
        </p>
        <p className="muted">
          {t([
            '内容有实质变化时会再次征求您的同意。如不同意，请退出登录。',
            'You are asked again only when the meaning changes. If you do not agree, please log out.',
          ])}
        </p>
      </div>
    </Dialog>
  )
}
