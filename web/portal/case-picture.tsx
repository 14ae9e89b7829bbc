import type { NewsItem } from '#contract/news/public.ts'
import { CaseDrawing } from './case-drawing.tsx'
import css from './case-picture.module.css'

/** The framed picture of a case; a case without a picture gets a drawing. */
export const CasePicture = ({ of: { imgUrl }, className = '' }: { of: NewsItem; className?: string | undefined }) => (
  <div className={`${css.picture} ${className}`}>
    {imgUrl ? <img src={imgUrl} alt="" width="320" height="180" loading="lazy" /> : <CaseDrawing />}
  </div>
)
