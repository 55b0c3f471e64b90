// The route table. The two screens that people land on are bundled with the app; every other screen is a chunk of its own. Guards run before
// a screen is shown. This uses react-router's declarative mode: its data routers would add 17 KB gzip to the first load, and react-query
// already does what their loaders would.
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { RequireRole } from '@/features/account/RequireRole';
import { isUnknownPage, Component as Landing } from '@/features/landing/LandingScreen';
import { Component as Create } from '@/features/new-booking/create/CreateScreen';
import { Guard, missingEstimate, missingStep } from '@/features/new-booking/draft';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session';
import { lazyScreen } from './lazyScreen';
import { Prefetch } from './Prefetch';
import { Root } from './Root';

const Estimate = lazyScreen(() => import('@/features/new-booking/estimate/EstimateScreen'));
const Address = lazyScreen(() => import('@/features/new-booking/address/AddressScreen'));
const Time = lazyScreen(() => import('@/features/new-booking/time/TimeScreen'));
const Review = lazyScreen(() => import('@/features/new-booking/review/ReviewScreen'));
const Payment = lazyScreen(() => import('@/features/new-booking/payment/PaymentScreen'));
const Confirmation = lazyScreen(() => import('@/features/new-booking/confirmation/ConfirmationScreen'));
const Pay = lazyScreen(() => import('@/features/new-booking/pay/PayScreen'));
const Repeat = lazyScreen(() => import('@/features/new-booking/repeat/RepeatScreen'));
const Suggested = lazyScreen(() => import('@/features/new-booking/suggested/SuggestedScreen'));
const Status = lazyScreen(() => import('@/features/my-bookings/live/StatusScreen'));
const Chat = lazyScreen(() => import('@/features/chat/ChatScreen'));
const PublicPro = lazyScreen(() => import('@/features/pros/ProScreen'));
const Terms = lazyScreen(() => import('@/features/about/TermsScreen'));
const Privacy = lazyScreen(() => import('@/features/about/PrivacyScreen'));
const Support = lazyScreen(() => import('@/features/about/SupportScreen'));
const ClientLayout = lazyScreen(() => import('@/features/client/ClientLayout'));
const Bookings = lazyScreen(() => import('@/features/my-bookings/list/BookingsScreen'));
const BookingDetails = lazyScreen(() => import('@/features/my-bookings/details/DetailsScreen'));
const Dashboard = lazyScreen(() => import('@/features/my-bookings/dashboard/DashboardScreen'));
const Loyalty = lazyScreen(() => import('@/features/client/LoyaltyScreen'));
const Profile = lazyScreen(() => import('@/features/client/profile/ProfileScreen'));

const account = () => import('@/features/account/screens');
const Login = lazyScreen(async () => ({ Component: (await account()).Login }));
const Register = lazyScreen(async () => ({ Component: (await account()).Register }));
const SignUp = lazyScreen(async () => ({ Component: (await account()).SignUp }));
const MasterLogin = lazyScreen(async () => ({ Component: (await account()).MasterLogin }));
const MasterRegister = lazyScreen(async () => ({ Component: (await account()).MasterRegister }));

const pro = () => import('@/features/pro/screens');
const ProLayout = lazyScreen(async () => ({ Component: (await pro()).Layout }));
const ProActivatedOnly = lazyScreen(async () => ({ Component: (await pro()).ActivatedOnly }));
const ProHome = lazyScreen(async () => ({ Component: (await pro()).Home }));
const ProChecklist = lazyScreen(async () => ({ Component: (await pro()).Checklist }));
const ProStep = lazyScreen(async () => ({ Component: (await pro()).Step }));
const ProNotifications = lazyScreen(async () => ({ Component: (await pro()).Notifications }));
const ProStream = lazyScreen(async () => ({ Component: (await pro()).Stream }));
const ProJobs = lazyScreen(async () => ({ Component: (await pro()).Jobs }));
const ProBadges = lazyScreen(async () => ({ Component: (await pro()).Badges }));
const ProTraining = lazyScreen(async () => ({ Component: (await pro()).Training }));
const ProModule = lazyScreen(async () => ({ Component: (await pro()).Module }));
const ProPayouts = lazyScreen(async () => ({ Component: (await pro()).Payouts }));
const ProStatement = lazyScreen(async () => ({ Component: (await pro()).Statement }));
const ProInvoice = lazyScreen(async () => ({ Component: (await pro()).Invoice }));
const ProPayDebt = lazyScreen(async () => ({ Component: (await pro()).PayDebt }));
const ProTax = lazyScreen(async () => ({ Component: (await pro()).Tax }));
const ProTestDetails = lazyScreen(async () => ({ Component: (await pro()).TestDetails }));
const ProJob = lazyScreen(async () => ({ Component: (await pro()).Job }));
const ProHours = lazyScreen(async () => ({ Component: (await pro()).Hours }));
const ProProfile = lazyScreen(async () => ({ Component: (await pro()).Profile }));
const ProCompany = lazyScreen(async () => ({ Component: (await pro()).Company }));

/** The screen that usually comes after each step. */
const following = {
  [paths.booking.create]: Address,
  [paths.booking.estimate]: Address,
  [paths.booking.address]: Time,
  [paths.booking.time]: Review,
  [paths.booking.review]: Payment,
  [paths.booking.payment]: Confirmation,
};

export function AppRoutes() {
  return (
    <>
      <Prefetch following={following} />
      <AllRoutes />
    </>
  );
}

/** A signed-in pro is led to work, in the installed app, too; everybody else sees what Callout is, and who came to a page that is not there is
 *  told so. */
function Start() {
  const { state } = useLocation();
  const isAtWork = useSession()?.role === 'master' && !isUnknownPage(state);
  return isAtWork ? <Navigate to={paths.master.home} replace /> : <Landing />;
}

function AllRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route path="/" element={<Start />} />
        <Route path="/booking" element={<Navigate to={paths.booking.create} replace />} />
        <Route path="/booking/create" element={<Create />} />
        {/* The keys make each guard check afresh when one redirects to the other. */}
        <Route element={<Guard key="estimate" missing={missingEstimate} />}>
          <Route path="/booking/estimate" element={<Estimate />} />
        </Route>
        <Route path="/booking/address" element={<Address />} />
        <Route path="/booking/time" element={<Time />} />
        <Route element={<Guard key="checkout" missing={missingStep} />}>
          <Route path="/booking/review" element={<Review />} />
          <Route path="/booking/payment" element={<Payment />} />
        </Route>
        <Route path="/booking/confirmation" element={<Confirmation />} />
        <Route path="/booking/repeat/:id" element={<Repeat />} />
        <Route path="/booking/suggested/:token" element={<Suggested />} />
        <Route path="/pay/:id" element={<Pay />} />
        <Route path="/chat/:id" element={<Chat />} />
        <Route path="/booking/:id" element={<Status />} />
        <Route path="/booking/:id/status" element={<Status />} />
        <Route path="/b/:guestToken" element={<Status />} />
        <Route element={<ClientLayout />}>
          <Route path="/bookings" element={<Bookings />} />
          <Route path="/bookings/:id" element={<BookingDetails />} />
          <Route element={<RequireRole only="client" />}>
            <Route path="/client" element={<Dashboard />} />
            <Route path="/client/loyalty" element={<Loyalty />} />
            <Route path="/client/profile" element={<Profile />} />
          </Route>
        </Route>
        <Route path="/client/bookings" element={<Navigate to={paths.bookings.list} replace />} />
        <Route path="/login" element={<Login />} />
        <Route path="/register" element={<Register />} />
        <Route path="/signup" element={<SignUp />} />
        <Route path="/master/login" element={<MasterLogin />} />
        <Route path="/master/register" element={<MasterRegister />} />
        <Route element={<RequireRole only="master" />}>
          <Route element={<ProLayout />}>
            <Route path="/master" element={<ProHome />} />
            <Route path="/master/onboarding" element={<ProChecklist />} />
            <Route path="/master/onboarding/notifications" element={<ProNotifications />} />
            <Route path="/master/onboarding/:step" element={<ProStep />} />
            <Route path="/master/payouts/statements/:month" element={<ProStatement />} />
            <Route path="/master/payouts/invoices/:number" element={<ProInvoice />} />
            <Route path="/master/profile/company" element={<ProCompany />} />
            <Route element={<ProActivatedOnly />}>
              <Route path="/master/stream" element={<ProStream />} />
              <Route path="/master/bookings" element={<ProJobs />} />
              <Route path="/master/booking/:id" element={<ProJob />} />
              <Route path="/master/badges" element={<ProBadges />} />
              <Route path="/master/training" element={<ProTraining />} />
              <Route path="/master/training/:moduleId" element={<ProModule />} />
              <Route path="/master/payouts" element={<ProPayouts />} />
              <Route path="/master/payouts/debt" element={<ProPayDebt />} />
              <Route path="/master/payouts/tax" element={<ProTax />} />
              <Route path="/master/payouts/test-details" element={<ProTestDetails />} />
              <Route path="/master/profile" element={<ProProfile />} />
              <Route path="/master/hours" element={<ProHours />} />
            </Route>
          </Route>
        </Route>
        <Route path="/pros/:id" element={<PublicPro />} />
        <Route path="/terms" element={<Terms />} />
        <Route path="/privacy" element={<Privacy />} />
        <Route path="/support" element={<Support />} />
        <Route
          path="*"
          element={<Navigate to={paths.landing} replace state={{ notice: 'unknown-page' }} />}
        />
      </Route>
    </Routes>
  );
}
