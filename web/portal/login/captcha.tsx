import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import { ask } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { solveProofOfWork } from '#web/base/api/proof-of-work.ts'
import { Button } from '#web/ui/button.tsx'
import css from './login.module.css'

/** The captcha of a login: the code in an image, or a proof of work that the browser computes during login. */
export const useCaptcha = (isRequired: boolean) => {
  const { data, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => ask(auth.captcha),
    enabled: isRequired,
    staleTime: 0,
    gcTime: 0,
  })
  const [byWork, setByWork] = useState(false)
  return {
    image: data?.image,
    renew: refetch,
    byWork,
    toggle: () => setByWork(!byWork),
    /** The key and code to send, from the typed code or the proof of work. */
    solve: async (typedCode: string) =>
      isRequired && byWork ? solveProofOfWork() : { key: data?.key ?? '', code: typedCode },
  }
}

/** The image with the code; a press replaces it. */
export const CaptchaImage = ({ image, renew }: { image: string | undefined; renew: () => unknown }) => {
  const t = useLocalize()
  const again = t(['看不清，换一张', 'New image'])
  return (
    <button type="button" className={css.captcha} title={again} onClick={() => renew()}>
      {image ? <img src={image} alt={t(['验证码图片，点击更换', 'Captcha image, click to replace'])} /> : again}
    </button>
  )
}

/** Switches between the image and the proof of work. */
export const CaptchaMethod = ({ byWork, toggle }: { byWork: boolean; toggle: () => void }) => {
  const t = useLocalize()
  return (
    <p className={css.forgot}>
      <Button kind="link" onClick={toggle}>
        {byWork
          ? t(['改用图片验证码', 'Use the image captcha instead'])
          : t(['看不清图片？由浏览器代为验证', 'Can’t read the image? Let the browser verify'])}
      </Button>
      <span role="status">
        {byWork
          ? t([
              '登录时浏览器会自动完成验证，需要几秒钟，无需识别图片。',
              'The browser completes the verification when you log in. This takes a few seconds.',
            ])
          : null}
      </span>
    </p>
  )
}
