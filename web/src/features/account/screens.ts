// The account pages in one chunk: whoever opens one often needs the next, and they share nearly everything.
export { Login } from './LoginScreen';
export { MasterLogin } from './MasterLoginScreen';
export { MasterRegister } from './MasterRegisterScreen';
export { Register } from './RegisterScreen';
export { SignUp } from './SignUpScreen';
