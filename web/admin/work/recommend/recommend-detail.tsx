import { RecommendPage } from './recommend-page.tsx'

/** A recommendation, to read. */
export const RecommendDetailPage = () => <RecommendPage />
