import { fill, type Text } from '#contract/kit/text.ts'
import { StoreFault } from '../base/files/object-store.ts'
import { Unreachable } from '../base/http/outgoing.ts'
import { connectionErrorText, errorNamesOf } from './connection-errors.ts'

/** Errors of an S3 service, by its error codes. */
const s3ErrorTexts: Readonly<Record<string, Text>> = {
  NoSuchBucket: ['存储空间不存在，请核对存储空间名称', 'The bucket does not exist; please check its name'],
  InvalidAccessKeyId: ['访问密钥编号不存在，请核对', 'The access key does not exist; please check it'],
  SignatureDoesNotMatch: [
    '签名不被接受，请核对访问密钥与地域',
    'The signature was not accepted; please check the secret key and the region',
  ],
  AccessDenied: ['访问密钥没有该存储空间的权限', 'The access key has no permission for this bucket'],
  RequestTimeTooSkewed: [
    '本机时间与存储服务相差过大，请校准时间',
    'The clocks of this server and the storage service differ too much; please correct the time',
  ],
  PermanentRedirect: [
    '存储空间不在该地域，请核对接口地址与地域',
    'The bucket is not in this region; please check the endpoint and the region',
  ],
  AuthorizationHeaderMalformed: ['地域不正确，请核对', 'The region is wrong; please check it'],
}

/** Why a storage failed, as a text for the administrator; null for an internal error. */
export const storageErrorText = (error: unknown): Text | null => {
  if (!(error instanceof StoreFault || error instanceof Unreachable)) return null
  const names = errorNamesOf(error)
  const s3Code = names.find((name) => Object.hasOwn(s3ErrorTexts, name))
  if (s3Code) return s3ErrorTexts[s3Code] as Text
  const name = names.find((one) => /^[A-Z]\w{3,40}$/.test(one) && one !== 'Error') ?? ''
  return (
    connectionErrorText(error) ?? fill(['存储服务返回错误：{0}', 'The storage service returned an error: {0}'], name)
  )
}
