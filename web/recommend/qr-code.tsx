import { useMemo } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { saveBlob } from '#web/base/api/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import css from './public-page.module.css'
import { qrPictureOf, svgOf } from './qr-picture.ts'

interface Props {
  readonly address: string
  /** Name of the project, for the file and for screen readers. */
  readonly name: string
}

const shortLabel: Text = ['二维码', 'QR code']
const label: Text = ['公开页面的二维码', 'QR code of the public page']

/** The QR code of an address, to scan, print or save. */
export const QrCode = ({ address, name }: Props) => {
  const t = useLocalize()
  const picture = useMemo(() => qrPictureOf(address), [address])
  const { size, path } = picture
  const save = () => saveBlob(new Blob([svgOf(picture)], { type: 'image/svg+xml' }), `${name}-${t(shortLabel)}.svg`)
  return (
    <div className={css.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t(label)}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <Button onClick={save}>{t(['下载二维码', 'Save the QR code'])}</Button>
    </div>
  )
}
