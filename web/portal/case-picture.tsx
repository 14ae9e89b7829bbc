import type { NewsItem } from '#contract/news/public.ts'
import css from './case-picture.module.css'

/** Placeholder for a missing picture: a line of machines under an antenna. */
const CaseDrawing = () => (
  <svg viewBox="0 0 320 180" fill="none" stroke="#7f9cc6" strokeWidth="1.5" strokeLinejoin="round" aria-hidden="true">
    <path d="M24 144h272M36 144v-34h52v34M48 122h28M112 144v-22h40v22M120 122v-16h24v16M132 106V84l28-18 10 14-22 14" />
    <path d="M188 144v-46h60v46M200 110h36v14h-36zM262 144v-20h22v20" />
    <path d="M92 152a6 6 0 1 0 .1 0M160 152a6 6 0 1 0 .1 0M228 152a6 6 0 1 0 .1 0" />
    <path d="M218 98V62M218 50v.1" strokeLinecap="round" />
    <path d="M207 63a16 16 0 0 1 0-24M229 39a16 16 0 0 1 0 24" stroke="#409eff" strokeWidth="2" strokeLinecap="round" />
    <circle cx="218" cy="52" r="4" fill="#409eff" stroke="none" />
  </svg>
)

/** The framed picture of a case; a case without a picture gets a drawing. */
export const CasePicture = ({ of: { imgUrl }, className = '' }: { of: NewsItem; className?: string | undefined }) => (
  <div className={`${css.picture} ${className}`}>
    {imgUrl ? <img src={imgUrl} alt="" width="320" height="180" loading="lazy" /> : <CaseDrawing />}
  </div>
)
