/** Owns the banner of a system: one picture with its alternative texts, or none. */

import { type Banner, type BannerForm, isBannerSize } from '@guichet/contract/systems/banners';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant } from '../../core/context/appContext.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import { keepLast } from '../../core/runtime/concurrency/keepLast.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { lockSystem } from '../system/systems.service.ts';
import * as queries from './banners.queries.ts';
import { type Picture, readPicture } from './readPicture.ts';

/** The last banners read stay in memory: each may have megabytes, and all are public. */
const keptBanner = keepLast<Awaited<ReturnType<typeof queries.selectBanner>>>(8);

/** @throws AppError `banner.notFound` */
export async function getBanner(db: ReadDb, systemId: number) {
  const version = await queries.findBannerVersion(db, systemId);
  const banner = version && (await keptBanner(db, version, () => queries.selectBanner(db, systemId)));
  if (!banner) throw new AppError('banner.notFound');
  return banner;
}

/**
 * Sets or replaces the banner; without a file only its alternative texts. An identical banner is not written.
 * @throws AppError `banner.wrongKind`, `banner.wrongSize`, `request.fileMissing` (neither a file nor a picture to keep)
 */
export async function saveBanner(
  context: AppContext,
  grant: SystemGrant,
  form: BannerForm,
  file: UploadedFile | null,
): Promise<Banner> {
  const alt = form.isDecorative ? { fr: '', en: '' } : { fr: form.altFr, en: form.altEn };
  const texts = { alt_fr: alt.fr, alt_en: alt.en };
  const picture = file && { ...checkPicture(file.bytes), version: context.clock.uuid() };
  return write(context, grant, async (tx) => {
    await lockSystem(tx, grant.systemId);
    const same = await queries.selectSameBanner(tx, grant.systemId, file?.bytes ?? null, alt);
    if (same) return unchanged({ ...same, alt });
    if (file && picture) {
      const { contentType: content_type, ...rest } = picture;
      const columns = {
        ...rest,
        ...texts,
        content_type,
        bytes: file.bytes,
        uploaded_at: context.clock.now(),
      };
      await queries.upsertBanner(tx, { system_id: grant.systemId, ...columns });
    }
    const banner = picture ?? (await queries.updateAlt(tx, grant.systemId, texts));
    if (!banner) throw new AppError('request.fileMissing');
    const { version, width, height } = banner;
    const detail = { ...(picture && { contentType: picture.contentType, width, height }), alt };
    return record(
      { version, width, height, alt },
      { action: 'banner.saved', subject: `banner:${grant.systemId}`, detail },
    );
  });
}

export async function removeBanner(context: AppContext, grant: SystemGrant): Promise<boolean> {
  return write(context, grant, async (tx) => {
    if (!(await queries.deleteBanner(tx, grant.systemId))) return unchanged(false);
    return record(true, { action: 'banner.removed', subject: `banner:${grant.systemId}` });
  });
}

function checkPicture(bytes: Buffer): Picture {
  const picture = readPicture(bytes);
  if (!picture) throw new AppError('banner.wrongKind');
  const { width, height } = picture;
  if (!isBannerSize(picture)) throw new AppError('banner.wrongSize', { params: { width, height } });
  return picture;
}
